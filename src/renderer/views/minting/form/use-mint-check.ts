import type { MintForm } from '#shared/calls/minting.ts'
import { call } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useFieldCheck } from '#renderer/views/use-field-check.ts'

/** The check of a mint's form; before there is one, nothing is wrong with it. */
export const useMintCheck = (collectionRef: CollectionRef, form: MintForm | undefined) =>
  useFieldCheck(JSON.stringify({ collectionRef, form }), async () =>
    form === undefined ? [] : call('minting.check', { ...collectionRef, form }),
  )
