import type { z } from 'zod'
import { collectionForm, type FieldError, type PolicyChoice } from '#contract/collections/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { fieldIssues } from '#values/errors/issues.ts'
import { quoted } from '#values/text/text.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import {
  type CollectionError,
  metadataErrors,
  payoutErrors,
  royaltyErrors,
  unclosedTagErrors,
} from '#cardano/collection-errors.ts'
import { readText } from '#cardano/template.ts'
import { isCid } from '#media/content/cid.ts'
import { type CollectionTarget, unusableFor } from '../policies/for-collection.ts'
import type { Policies } from '../policies/policies.ts'

type ShownPolicies = { readonly policies: Pick<Policies, 'show'> }

/** Account and network of the new collection. */
type AccountTarget = CollectionTarget & { readonly id: string }

/**
 * Every error of the form that can be found without asking the service, each with its field's path:
 * first those of the schema, then the studio's further rules for each part that the schema accepts.
 */
export const formErrors = async (
  app: ShownPolicies,
  target: AccountTarget,
  draft: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<FieldError[]> => {
  const { network } = target
  const { payout_address, metadata, royalty, policy } = collectionForm.shape
  const choice = policy.safeParse(draft['policy'])
  return [
    ...fieldIssues(collectionForm.safeParse(draft).error?.issues ?? []),
    ...validated(payout_address, draft['payout_address'], (payout) =>
      payoutErrors(payout, network),
    ),
    ...validated(metadata.unwrap(), draft['metadata'], metadataTemplateErrors),
    ...validated(royalty.unwrap(), draft['royalty'], (terms) => royaltyErrors(terms, network)),
    ...(choice.success ? await policyErrors(app, target, choice.data, now) : []),
  ]
}

/** Every error of a metadata template beyond its schema, in a form of the window or in a file. */
export const metadataTemplateErrors = (template: MetadataTemplate): readonly CollectionError[] => [
  ...metadataErrors(template),
  ...unclosedTagErrors(template),
  ...imageErrors(template.image),
]

/** One image for all tokens goes on chain as it stands. */
const imageErrors = (image = ''): readonly CollectionError[] => {
  if (image === '' || readText(image).kind !== 'fixed' || isIpfsUri(image)) return []
  return [
    {
      path: 'metadata.image',
      message: `${quoted(image)} is no IPFS address; write ipfs:// and a CID, or <image> for each token's own`,
    },
  ]
}

const isIpfsUri = (text: string): boolean => {
  const cid = /^ipfs:\/\/(?<cid>[^/]+)(?:\/.*)?$/su.exec(text)?.groups?.['cid']
  return cid !== undefined && isCid(cid)
}

/** The rules beyond the schema, for a part that passes the schema. */
const validated = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  validate: (value: z.output<T>) => readonly CollectionError[],
): FieldError[] => {
  const read = schema.safeParse(value)
  if (!read.success) return []
  return validate(read.data).map(({ path, message }) => ({ field: path, message }))
}

const policyErrors = async (
  app: ShownPolicies,
  target: AccountTarget,
  choice: PolicyChoice,
  now: Date,
): Promise<FieldError[]> => {
  if (choice.kind === 'generate') return lockTimeErrors(choice.lockTime, now)
  const policy = await app.policies.show(choice.policyId).catch((error: unknown) => {
    if (isColdpressError(error, 'not_found')) return undefined
    throw error
  })
  const message = policy === undefined ? 'no policy of this vault' : unusableFor(policy, target)
  // Only a Local studio's network is known, and its keys stay in the vault.
  const keysStay = target.chain === undefined && choice.sendKeysTo !== target.id
  return [
    ...(message === undefined ? [] : [{ field: 'policy.policyId', message }]),
    ...(keysStay ? [{ field: 'policy.sendKeysTo', message: keysNotAllowed }] : []),
  ]
}

const keysNotAllowed =
  'the service could not mint without the signing keys; allow that they are sent to it, or let it make a policy of its own'

const lockTimeErrors = (lockTime: string | null, now: Date): FieldError[] =>
  lockTime === null || lockTime > now.toISOString()
    ? []
    : [
        {
          field: 'policy.lockTime',
          message: 'not in the future, so nothing could ever be minted',
        },
      ]
