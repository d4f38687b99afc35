import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import { showMessageBox } from './message-box.ts'
import { getPath } from './paths.ts'
import { openWindows, windowOf, type OpenWindow } from './windows.ts'

type Chooser = { readonly folder: boolean; readonly several: boolean; readonly accept: string }

/** Opens Chromium's own picker through an input that is never in the page; answers the files. */
const choose = ({ folder, several, accept }: Chooser): string => `new Promise((resolve) => {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = ${several}
  input.webkitdirectory = ${folder}
  input.accept = ${JSON.stringify(accept)}
  input.onchange = () => resolve([...input.files])
  input.oncancel = () => resolve([])
  input.click()
})`

const pathsFrom = async ({ page }: OpenWindow, chooser: Chooser): Promise<readonly string[]> => {
  const { objectId } = (await page.evaluateAsUser(choose(chooser))).result
  if (objectId === undefined) return []
  const { result } = await page.send('Runtime.getProperties', { objectId, ownProperties: true })
  const files = result
    .filter(({ name }) => /^\d+$/u.test(name))
    .flatMap(({ value }) => (value?.objectId === undefined ? [] : [value.objectId]))
  const paths = await Promise.all(
    files.map(async (file) => (await page.send('DOM.getFileInfo', { objectId: file })).path),
  )
  // A folder comes as all that is in it.
  const [first] = paths
  return chooser.folder && first !== undefined ? [commonFolder(paths)] : paths
}

const commonFolder = (paths: readonly string[]): string =>
  paths
    .map((path) => dirname(path))
    .reduce((shortest, folder) => (folder.length < shortest.length ? folder : shortest))

/** Both dialogs take the window first, or no window at all. */
const optionsOf = <T>(first: T | object, second: T | undefined, none: T): T => {
  const isWindow = windowOf(first) !== undefined
  return (isWindow ? second : isOptions<T>(first) ? first : none) ?? none
}
const isOptions = <T>(value: T | object): value is T => windowOf(value) === undefined

const showOpenDialog = async (first: object, second?: OpenDialogOptions) => {
  const window = windowOf(first) ?? openWindows()[0]
  const { properties = ['openFile'], filters = [] } = optionsOf<OpenDialogOptions>(
    first,
    second,
    {},
  )
  if (window === undefined) throw new Error('The Chromium host shows dialogs in a window only.')
  const filePaths = await pathsFrom(window, {
    folder: properties.includes('openDirectory'),
    several: properties.includes('multiSelections'),
    accept: filters
      .flatMap(({ extensions }) => extensions)
      .filter((extension) => extension !== '*')
      .map((extension) => `.${extension}`)
      .join(),
  })
  return { canceled: filePaths.length === 0, filePaths: [...filePaths] }
}

/** A browser has no dialog for it: the suggested name, in the downloads unless it says where. */
const showSaveDialog = async (first: object, second?: SaveDialogOptions) => {
  const { defaultPath = 'untitled' } = optionsOf<SaveDialogOptions>(first, second, {})
  const filePath = resolve(getPath('downloads'), defaultPath)
  const isTaken = existsSync(filePath)
  if (isTaken) console.error(`Chromium host: ${filePath} exists, and there is nobody to ask.`)
  return { canceled: isTaken, filePath: isTaken ? '' : filePath }
}

/** A plain object: tests put their own functions in, as with real Electron. */
export const dialog = {
  showOpenDialog,
  showSaveDialog,
  showMessageBox: (first: object, second?: MessageBoxOptions) =>
    showMessageBox(optionsOf<MessageBoxOptions>(first, second, { message: '' })),
  showErrorBox: (title: string, content: string) => console.error(`${title}: ${content}`),
}
