import { ColdpressError } from '#values/errors/errors.ts'
import type { Cid } from './cid.ts'

export const damagedContent = (cid: Cid): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `The stored file of ${cid} no longer has the content of its name. Add the file again.`,
    { details: { cid } },
  )
