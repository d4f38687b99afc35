import type { CollectionRef } from '#renderer/data/minting.ts'
import { MintFormPage } from './form/mint-form.tsx'
import { MintPage } from './mint/mint-page.tsx'

/** A new mint of a collection, or one that exists: from its transactions to its confirmation. */
export const MintView = ({
  collectionRef,
  mintId,
}: {
  readonly collectionRef: CollectionRef
  readonly mintId: string | undefined
}) =>
  mintId === undefined ? (
    <MintFormPage collectionRef={collectionRef} />
  ) : (
    <MintPage collectionRef={collectionRef} mintId={mintId} />
  )
