// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client;

import org.jspecify.annotations.Nullable;

/**
 * A header of a record.
 *
 * @param key key
 * @param value value; null for none; not copied
 */
@SuppressWarnings("ArrayRecordComponent")
public record Header(String key, byte @Nullable [] value) {}
