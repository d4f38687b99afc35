import type { CollectionPlace } from '../../stores/minting.ts'
import { MintFormPage } from './form/mint-form.tsx'
import { MintPage } from './mint/mint-page.tsx'

/** A new mint of a collection, or one that exists: from its transactions to its confirmation. */
export const MintView = ({
  place,
  mintId,
}: {
  readonly place: CollectionPlace
  readonly mintId: string | undefined
}) =>
  mintId === undefined ? <MintFormPage place={place} /> : <MintPage place={place} mintId={mintId} />
