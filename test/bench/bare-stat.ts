import { statSync } from 'node:fs'
import { text } from 'node:stream/consumers'

// The floor of an import that finds nothing to do: the system is asked about each file, one a line.
for (const path of (await text(process.stdin)).split('\n')) statSync(path)
