// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A process that listens on an address, tells on its output what others say to it, and does what its input asks for:
 * {@code dial HOST PORT}, then {@code say WORD} over the newest connection, whoever dialed.
 */
final class Peer {
    private static Socket newest = new Socket();

    private Peer() {}

    public static void main(String[] address) throws IOException {
        ServerSocket listener = new ServerSocket(Integer.parseInt(address[1]), 8, InetAddress.getByName(address[0]));
        start(() -> accept(listener));
        System.out.println("up");
        BufferedReader in = reader(System.in);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("dial")) {
                use(new Socket(words[1], Integer.parseInt(words[2])));
                System.out.println("dialed");
            } else {
                say(words[1]);
            }
        }
        System.exit(0);
    }

    private static void accept(ServerSocket listener) {
        try {
            while (true) {
                use(listener.accept());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized void use(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        newest = socket;
        start(() -> listen(socket));
    }

    private static synchronized void say(String word) throws IOException {
        newest.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void listen(Socket socket) {
        try (BufferedReader heard = reader(socket.getInputStream())) {
            for (String word = heard.readLine(); word != null; word = heard.readLine()) {
                System.out.println(word);
            }
        } catch (IOException e) {
            System.out.println("lost: " + e);
        }
    }

    private static BufferedReader reader(java.io.InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }
}
