import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesOf } from '../../src/main/services/third-party-notices.ts'
import { shippedPackages } from '../make-licences.ts'

/** The licence of every package that ships, with its text, as the window shows it. */
export const thirdPartyNotices = (root: string): string => {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return noticesOf(
    shippedPackages(lock).map((shipped) => ({ ...shipped, folder: join(root, shipped.path) })),
  )
}
