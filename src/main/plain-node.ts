import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** What plain Node runs, and the files that it reads: it reads no asar archive. */
export type PlainNode = {
  /** Node's program. Electron's own binary must not load sharp, nor does it run scripts (fuses). */
  readonly program: string
  /** The bundle of the image process. */
  readonly images: string
  /** The bundle of the process that reads tables. */
  readonly tables: string
  /** The sample collection and the licences. */
  readonly resources: string
}

/**
 * A package has a whole command line beside its app.asar, with Node and the processes
 * for images and tables. In a
 * checkout all of it is the checkout's.
 * @param app the folder, or the archive, with the app's package.json
 */
export const plainNodeOf = (app: string): PlainNode => {
  const folder = basename(app) === 'app.asar' ? join(dirname(app), 'command-line') : app
  const node = dirname(createRequire(join(folder, 'package.json')).resolve('node/package.json'))
  return {
    program: join(node, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    images: join(folder, 'out', 'main', 'images-child.js'),
    tables: join(folder, 'out', 'main', 'tables-child.js'),
    resources: join(folder, 'resources'),
  }
}
