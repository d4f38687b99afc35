import type { Page } from 'playwright-core'
import {
  collectionCalls,
  type CollectionDetails,
  type PolicyChoice,
} from '#contract/collections/calls.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { testAddress } from '../studio/open-studio.ts'
import { call } from './window-actions.ts'

type Form = {
  readonly name: string
  readonly payout_address?: string
  readonly policy?: PolicyChoice
  readonly metadata?: MetadataTemplate
  readonly royalty?: { readonly address: readonly string[]; readonly rate: string }
}

/** Makes a collection through the bridge, by default with a new key; the vault has to be open. */
export const makeCollection = async (
  page: Page,
  form: Form,
  accountId = 'local',
): Promise<CollectionDetails> =>
  collectionCalls['collections.create'].output.parse(
    await call(page, 'collections.create', {
      accountId,
      form: {
        payout_address: testAddress,
        policy: { kind: 'generate', lockTime: null },
        ...form,
      },
    }),
  )
