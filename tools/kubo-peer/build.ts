import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The Kubo test node, beside this file. Kubo refuses a Go that it was not tested with, unless told. */
const binary = join(import.meta.dirname, 'ipfs')
if (!existsSync(binary)) {
  const { status } = spawnSync(
    'go',
    ['build', '-tags', 'untested_go_version', '-o', binary, 'github.com/ipfs/kubo/cmd/ipfs'],
    { cwd: import.meta.dirname, stdio: 'inherit' },
  )
  if (status !== 0) {
    process.stderr.write('The Kubo test node could not be built. It needs Go (https://go.dev).\n')
    process.exit(1)
  }
}
