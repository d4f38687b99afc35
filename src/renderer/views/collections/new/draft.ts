import type { CollectionProposal } from '#contract/collections/calls.ts'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import type { DraftForm } from '#renderer/views/use-draft-form.ts'

/** One attribute of the template while it is edited; `id` distinguishes equal rows. */
export type AttributeRow = { readonly id: number; readonly name: string; readonly text: string }

/** The token's own fields in the template. */
export const templateFields = ['name', 'asset_name', 'image', 'media_type', 'description'] as const
type TemplateField = (typeof templateFields)[number]

/** The input of the new-collection form; fields have the names of the call's input. */
export type CollectionDraft = {
  /** Undefined: the default account. */
  accountId: string | undefined
  /** The folder that the collection is proposed from, and that is imported next. */
  source: OpenedSource | null
  /** What became of its table; the fields of the form may be other by now. */
  proposal: CollectionProposal | null
  name: string
  description: string
  url: string
  payout_address: string
  attributes: AttributeRow[]
  metadata: Record<TemplateField, string>
  /** Sample values by tag word, only for the preview. */
  samples: Readonly<Record<string, string>>
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
  /** The rate is in percent. */
  royalty: { address: string; rate: string }
  /** The payout address receives the royalty too, also when it changes. */
  royaltyToPayout: boolean
  /** Minutes. */
  reservation_time: string
}

export const emptyCollectionDraft: CollectionDraft = {
  accountId: undefined,
  source: null,
  proposal: null,
  name: '',
  description: '',
  url: '',
  payout_address: '',
  attributes: [],
  metadata: {
    name: '<name>',
    asset_name: '<asset_name>',
    image: '<image>',
    media_type: '<media_type>',
    description: '<description>',
  },
  samples: {},
  policy: { kind: 'generate', locks: true, lockAt: '', policyId: null, sendKeysTo: null },
  hasRoyalty: false,
  royalty: { address: '', rate: '' },
  royaltyToPayout: false,
  reservation_time: '',
}

export type CollectionDraftForm = DraftForm<CollectionDraft>
