import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { systemCode } from './disk-error.ts'

/**
 * Creates a folder and its parents, accessible to the owner only. Node's recursive `mkdir` loops
 * where the system answers ENOENT although the parent exists, as below /proc.
 * @throws the system's error, also where a file has that name
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
