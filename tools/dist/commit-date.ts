import { run } from './run.ts'

/**
 * When the commit was made: the date in everything that is packed, so that the same commit gives
 * the same packages. `SOURCE_DATE_EPOCH` (seconds) names it where there is no repository.
 */
export const commitDate = (root: string): Date => {
  const given = process.env['SOURCE_DATE_EPOCH']
  const seconds = given ?? run('git', ['-C', root, 'log', '-1', '--format=%ct'])
  return new Date(Number(seconds) * 1000)
}
