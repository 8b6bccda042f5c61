// SPDX-License-Identifier: Apache-2.0
/** Local nodes as separate processes under one directory: started, watched, killed and stopped. */
@NullMarked
package io.tidemark.cli.cluster;

import org.jspecify.annotations.NullMarked;
