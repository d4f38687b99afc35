import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy, detailsOf } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { type Cid, sameContent } from '../content/cid.ts'
import { finalError } from './final-error.ts'

/** Whether a service gave our content another name. Texts are never compared: the form may differ. */
export const isForeign = (given: string, cid: Cid): boolean => !sameContent(given, cid)

export const foreignCid = (service: string, cid: Cid, given: string): ColdpressError =>
  finalError(
    'image',
    'service_error',
    `${service} stored ${cid} under another name, ${given}: what is pinned is not what would be minted. Use another service.`,
    detailsOf(pinErrors, 'foreign_cid', { cid, given }),
  )

/** Whether what is pinned is ours cannot be known, so the content is sent again later. */
export const cidNotSaid = (
  service: string,
  cid: Cid,
  call: { readonly operation: string; readonly status: number },
): ColdpressError =>
  errorBy(
    pinErrors,
    'bad_answer',
    { cid, ...call },
    `${service} took ${cid} and did not say under which CID it is pinned. Try again later.`,
  )
