#!/bin/sh
# The command line of Coldpress, on the Node that came with it.
folder=/opt/Coldpress/resources/command-line
exec "$folder/node_modules/node/bin/node" --title=coldpress "$folder/bin/coldpress.js" "$@"
