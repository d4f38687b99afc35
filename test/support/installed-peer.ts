import { existsSync } from 'node:fs'

const said = new Set<string>()

/** Whether another program of the tests is there; else says how to install it, once for each file of tests. */
export const isPeerInstalled = (path: string, advice: string): boolean => {
  const isThere = existsSync(path)
  if (!isThere && !said.has(advice)) process.stderr.write(`${advice}\n`)
  said.add(advice)
  return isThere
}
