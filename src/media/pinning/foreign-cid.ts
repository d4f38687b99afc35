import { ColdpressError } from '#values/errors/errors.ts'
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

/** Whether what is pinned is ours cannot be known, so the content is sent again later. */
export const cidNotSaid = (
  service: string,
  cid: Cid,
  call: { readonly operation: string; readonly status: number },
): ColdpressError =>
  new ColdpressError(
    'service_error',
    `${service} took ${cid} and did not say under which CID it is pinned. Try again later.`,
    { details: { rule: 'bad_answer', cid, ...call } },
  )
