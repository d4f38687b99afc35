import '#platform/offline/first.ts'
import '#platform/disk/thread-pool.ts'
import { dirname, join } from 'node:path'
import { type Home, homeOf } from '#platform/disk/home.ts'
import { plainNodeOf } from './plain-node.ts'
import { refuseStart } from './shell/dialogs.ts'
import { runShell } from './shell/shell.ts'

/** The folder that this is built into, with the other programs beside it. */
const programs = import.meta.dirname
const built = dirname(programs)
const program = dirname(built)

const run = (home: Home): void =>
  runShell({
    home: home.path,
    programs,
    preload: join(built, 'preload', 'index.cjs'),
    renderer: join(built, 'renderer'),
    open: async (provided) => {
      // the engine is large: the window opens before it is loaded
      const { openServices } = await import('./open-services.ts')
      return openServices({ home, program, plainNode: plainNodeOf(program) }, provided)
    },
    reactivate: async () => {
      const { reactivateHome } = await import('./processes/studio/home-data.ts')
      reactivateHome(home.path)
    },
  })

try {
  run(homeOf(process.env['COLDPRESS_HOME']))
} catch (error) {
  refuseStart(error)
}
