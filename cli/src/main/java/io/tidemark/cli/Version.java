// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class Version implements IVersionProvider {
    private static final String FILE = "/tidemark-version.properties";

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IOException(FILE + " is missing from the class path");
            }
            properties.load(in);
        }
        return new String[] {
            "tidemark " + properties.getProperty("version"),
            "Java " + Runtime.version() + " (" + System.getProperty("java.vm.vendor") + ")"
        };
    }
}
