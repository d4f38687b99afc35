import type { ColdpressError } from '#shared/errors.ts'
import { type Cid, sameContent } from '../content/cid.ts'
import { finalError } from './final-error.ts'

/** Whether a service gave our content another name. Texts are never compared: the form may differ. */
export const isForeign = (given: string, cid: Cid): boolean => !sameContent(given, cid)

export const foreignCid = (service: string, cid: Cid, given: string): ColdpressError =>
  finalError(
    'image',
    'service_error',
    `${service} stored ${cid} under another name, ${given}: what is pinned is not what would be minted. Use another service.`,
    { rule: 'foreign_cid', cid, given },
  )
