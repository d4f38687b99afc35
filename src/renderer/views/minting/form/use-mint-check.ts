import type { MintForm } from '../../../../shared/calls/minting.ts'
import { call } from '../../../bridge.ts'
import type { CollectionPlace } from '../../../stores/minting.ts'
import { useFieldCheck } from '../../use-field-check.ts'

/** The check of a mint's form; before there is one, nothing is wrong with it. */
export const useMintCheck = (place: CollectionPlace, form: MintForm | undefined) =>
  useFieldCheck(JSON.stringify({ place, form }), async () =>
    form === undefined ? [] : call('minting.check', { ...place, form }),
  )
