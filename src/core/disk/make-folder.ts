import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { systemCode } from './disk-error.ts'

/**
 * Makes a folder and those above it, for their owner alone. Node's own recursive `mkdir` tries for
 * ever where the system answers ENOENT although the folder above is there, as below /proc.
 * @throws what the system says, also where a file of that name is in the way
 */
export const makeFolder = (path: string): void => {
  const missing: string[] = []
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder))
    missing.unshift(folder)
  for (const folder of missing) makeOne(folder)
  if (!statSync(path).isDirectory()) mkdirSync(path)
}

const makeOne = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process made it just now.
    if (systemCode(error) !== 'EEXIST') throw error
  }
}
