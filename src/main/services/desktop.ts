import { pickedFileErrors } from '#contract/window/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, extname, isAbsolute, join, relative, sep } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { dismissCrashReports, newCrashReports } from '#platform/crash/crash-reports.ts'
import { homeChecks, reportText } from '#app/doctor/report.ts'
import type { App } from '#app/create-app.ts'
import type {
  ImportService,
  ServiceContext,
  ServicesDeps,
  WindowHandlersOf,
} from './services-deps.ts'

/** The calls for which an application asks the system it runs on. */
export type DesktopCalls =
  | 'app.recentFolders'
  | 'app.forgetFolder'
  | 'app.showInFolder'
  | 'app.openHelp'
  | 'app.diagnostics'
  | 'app.crashReports'
  | 'app.dismissCrashReports'
  | 'app.takeOpened'

type DesktopContext = ServiceContext &
  Pick<ServicesDeps, 'emit' | 'system' | 'host' | 'resources' | 'showRecentFolders'> & {
    readonly drafts: ImportService['handlers']['imports.drafts']
  }

export const desktopHandlers = (
  context: DesktopContext,
): Pick<WindowHandlersOf<'app'>, Exclude<DesktopCalls, 'app.takeOpened'>> => {
  const { app, system } = context
  // A page that is loaded again is no start.
  let crashes = newCrashReports(app.home)
  return {
    'app.recentFolders': () => app.recentFolders.list(),
    'app.forgetFolder': ({ folder }) => {
      const folders = app.recentFolders.forget(folder)
      publishRecentFolders(context, folders)
      return folders
    },
    'app.showInFolder': async ({ path, how }) => {
      if (path === null) await open(system, app.home)
      else {
        const shown = await shownPath(context, path)
        if (how === 'open' && isPlainFolder(shown)) await open(system, shown)
        else system.revealFile(shown)
      }
      return null
    },
    'app.openHelp': async () => {
      await open(system, handbookIn(context.resources))
      return null
    },
    'app.crashReports': () => [...crashes],
    'app.dismissCrashReports': () => {
      dismissCrashReports(crashes)
      crashes = []
      return null
    },
    'app.diagnostics': async () => ({
      text: await reportText({
        home: app.home,
        program: context.host,
        checks: await homeChecks(app),
        app,
        isPublic: true,
      }),
    }),
  }
}

/**
 * Whether opening the path can only show what is in it. A file may be a program. So may a folder:
 * macOS runs `NAME.app`, gives other folders with an extension to the program that owns it, and
 * takes one with a `Contents` folder for such a bundle even without an extension; Windows opens
 * `NAME.{CLSID}` as what that class is.
 */
const isPlainFolder = (path: string): boolean => {
  const target = realpathSync(path)
  return (
    statSync(target).isDirectory() &&
    extname(target) === '' &&
    !existsSync(join(target, 'Contents'))
  )
}

/** Gives the folders to the menu bar and the window. */
export const publishRecentFolders = (
  { emit, showRecentFolders }: Pick<ServicesDeps, 'emit' | 'showRecentFolders'>,
  folders: readonly string[],
): void => {
  showRecentFolders(folders)
  emit('app.recentFolders', folders)
}

const open = async (system: ServicesDeps['system'], path: string): Promise<void> => {
  const error = await system.openFile(path)
  if (error === '') return
  throw new ColdpressError(
    'invalid',
    `The system did not open ${path} (${error}). Open it in your file manager.`,
    { details: { path } },
  )
}

/** README.md of the installation, beside its resources. */
const handbookIn = (resources: string): string => {
  const path = join(dirname(resources), 'README.md')
  if (existsSync(path)) return path
  throw new ColdpressError(
    'not_found',
    'README.md is not in this installation. Run `coldpress help` for the command line, or read the file in the source.',
  )
}

/** A path that the window may have shown: the page must not explore the disk. */
const shownPath = async (context: DesktopContext, path: string): Promise<string> => {
  const folders = [context.app.home, ...(await knownFolders(context))]
  if (!isAbsolute(path) || !folders.some((folder) => isWithin(folder, path)))
    throw errorBy(
      pickedFileErrors,
      'file_not_picked',
      {},
      `${path} is in no folder that was imported.`,
    )
  if (!existsSync(path))
    throw new ColdpressError('not_found', `${path} is no longer there.`, { details: { path } })
  return path
}

const knownFolders = async ({ app, drafts }: DesktopContext): Promise<readonly string[]> => [
  ...importedFolders(app),
  ...(await drafts(null)).map(({ folder }) => folder),
]

const importedFolders = ({ imports, recentFolders }: App): readonly string[] => [
  ...imports.jobs().map(({ folder }) => folder),
  ...recentFolders.list(),
]

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
