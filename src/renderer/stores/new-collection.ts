import { create } from 'zustand'

/** One attribute of the template while it is being written; `id` tells rows apart that read the same. */
export type AttributeRow = { readonly id: number; readonly name: string; readonly text: string }

/** The token's own fields in the template. */
export const templateFields = ['name', 'asset_name', 'image', 'media_type', 'description'] as const
export type TemplateField = (typeof templateFields)[number]

/** The form of a new collection as it was typed. */
export type Draft = {
  /** Undefined: the account that lists start with. */
  readonly accountId: string | undefined
  readonly name: string
  readonly description: string
  readonly url: string
  readonly payout: string
  readonly attributes: readonly AttributeRow[]
  readonly fields: Readonly<Record<TemplateField, string>>
  /** Sample values by tag word, for the preview alone. */
  readonly samples: Readonly<Record<string, string>>
  readonly policy: 'generate' | 'vault'
  readonly locks: boolean
  /** Local time as the browser's own field has it: `2027-02-24T13:00`. */
  readonly lockAt: string
  readonly policyId: string | null
  /** The hosted account whose service may have the policy's keys; asked again for another policy. */
  readonly sendKeysTo: string | null
  readonly hasRoyalty: boolean
  readonly royaltyAddress: string
  /** Per cent. */
  readonly royaltyRate: string
  /** Minutes. */
  readonly reservation: string
}

const emptyDraft: Draft = {
  accountId: undefined,
  name: '',
  description: '',
  url: '',
  payout: '',
  attributes: [],
  fields: {
    name: '<name>',
    asset_name: '<asset_name>',
    image: '<image>',
    media_type: '<media_type>',
    description: '<description>',
  },
  samples: {},
  policy: 'generate',
  locks: true,
  lockAt: '',
  policyId: null,
  sendKeysTo: null,
  hasRoyalty: false,
  royaltyAddress: '',
  royaltyRate: '',
  reservation: '',
}

type NewCollectionStore = {
  readonly draft: Draft
  /** Fields that the user has left once: only these may show an error before the form is sent. */
  readonly touched: ReadonlySet<string>
  /** The form was sent once; every error is shown from then on. */
  readonly wasTried: boolean
  readonly change: (change: Partial<Draft>) => void
  readonly touch: (field: string) => void
  readonly markTried: () => void
  readonly clear: () => void
}

/** Outlives the view: what was typed is still there after a look at another one. */
export const useNewCollection = create<NewCollectionStore>((set, get) => ({
  draft: emptyDraft,
  touched: new Set(),
  wasTried: false,
  change: (change) => set({ draft: { ...get().draft, ...change } }),
  touch: (field) => {
    if (!get().touched.has(field)) set({ touched: new Set([...get().touched, field]) })
  },
  markTried: () => set({ wasTried: true }),
  clear: () => set({ draft: emptyDraft, touched: new Set(), wasTried: false }),
}))
