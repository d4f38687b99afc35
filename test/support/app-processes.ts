import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ElectronApplication } from 'playwright-core'

const run = promisify(execFile)

/** The pid of a utility process, by the name that the shell gives it. */
export const utilityPid = async (
  app: ElectronApplication,
  name: 'Coldpress keys' | 'Coldpress studio',
): Promise<number> => {
  const rows = await app.evaluate(({ app: own }) =>
    own.getAppMetrics().map(({ pid, serviceName, name: shown }) => ({ pid, serviceName, shown })),
  )
  const found = rows.find(({ serviceName, shown }) => [serviceName, shown].includes(name))
  if (found === undefined) throw new Error(`no process ${name} in ${JSON.stringify(rows)}`)
  return found.pid
}

/** The pid of the images process, a child of the app's main process that the host does not know. */
export const imagesPid = async (app: ElectronApplication): Promise<number> => {
  const main = await app.evaluate(() => process.pid)
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const found = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s(.*)$/u.exec(line))
    .find((row) => Number(row?.[2]) === main && row?.[3]?.includes('images-child'))
  if (found === undefined || found === null) throw new Error(`no images process below ${main}`)
  return Number(found[1])
}

/** Kills the page's process, as an error in Chromium would. */
export const crashPage = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )

/** Evaluates in the window's page, also after a crash, of which Playwright's own page stays dead. */
export const inWindow = (app: ElectronApplication, expression: string): Promise<unknown> =>
  app.evaluate(
    ({ BrowserWindow }, asked) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(asked),
    expression,
  )
