import * as fc from 'fast-check'
import type { Metadatum } from '#cardano/metadata.ts'

/** Any metadatum of texts, whole numbers, lists and maps, whose texts and keys are `text`s. */
export const anyMetadatum = (text: fc.Arbitrary<string>): fc.Arbitrary<Metadatum> =>
  fc.letrec<{ value: Metadatum }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.maxSafeInteger(),
      fc.array(tie('value'), { maxLength: 30 }),
      fc.dictionary(text, tie('value'), { maxKeys: 30 }),
    ),
  })).value
