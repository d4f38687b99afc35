import { collectionForm } from '#contract/collections/calls.ts'
import {
  type RoyaltyRequest,
  type TokenField,
  tokenFields,
} from '#contract/collections/collection.ts'
import type { CallOutput } from '#contract/window/calls.ts'
import { fieldTimeIn, usualLockMonths } from '#renderer/data/lock.ts'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import type { DraftForm } from '#renderer/views/use-draft-form.ts'

/** One attribute of the template while it is edited; `id` distinguishes equal rows. */
export type AttributeRow = { readonly id: number; readonly name: string; readonly text: string }

export type FolderProposal = CallOutput<'collections.propose'>

const typedField = collectionForm.omit({ metadata: true, royalty: true, policy: true }).keyof()
/** The fields of the request that are one text each in the form. */
export const typedFields = typedField.options
type TypedField = (typeof typedFields)[number]

/**
 * A new collection as it stands in the form: the request as it is typed, a rate in percent, a
 * reservation in minutes.
 */
export type CollectionDraft = { [Field in TypedField]: string } & {
  /** Undefined: the default account. */
  accountId: string | undefined
  /** The folder that the collection is proposed from, and that is imported next. */
  source: OpenedSource | null
  /** What became of its table; the fields of the form may be other by now. */
  proposal: FolderProposal | null
  attributes: AttributeRow[]
  metadata: Record<TokenField, string>
  policy: {
    kind: 'generate' | 'vault'
    locks: boolean
    /** Local time as the browser's own field has it: `2027-02-24T13:00`. */
    lockAt: string
    policyId: string | null
    /** The hosted account whose service may receive the policy's keys; reset for another policy. */
    sendKeysTo: string | null
  }
  hasRoyalty: boolean
  royalty: { [Term in keyof RoyaltyRequest]: string }
  /** The payout address receives the royalty too, also when it changes. */
  royaltyToPayout: boolean
}

/** Each field with a text of its own. */
const textsOf = <Field extends string>(
  fields: readonly Field[],
  textOf: (field: Field) => string,
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(fields.map((field) => [field, textOf(field)])) as Record<Field, string>

export const emptyCollectionDraft: CollectionDraft = {
  accountId: undefined,
  source: null,
  proposal: null,
  ...textsOf(typedFields, () => ''),
  attributes: [],
  metadata: textsOf(tokenFields, (field) => `<${field}>`),
  policy: { kind: 'generate', locks: true, lockAt: '', policyId: null, sendKeysTo: null },
  hasRoyalty: false,
  royalty: { address: '', rate: '' },
  royaltyToPayout: false,
}

/** What a form starts with that can be created as it stands, once it has a name. */
export const startingDraft = (payoutAddress: string): CollectionDraft => ({
  ...emptyCollectionDraft,
  payout_address: payoutAddress,
  // As long as the studio reserves a token where nobody says.
  reservation_time: '15',
  policy: { ...emptyCollectionDraft.policy, lockAt: fieldTimeIn(usualLockMonths) },
  // What a switched-on royalty starts with.
  royalty: { address: '', rate: '5' },
  royaltyToPayout: true,
})

export type CollectionDraftForm = DraftForm<CollectionDraft>
