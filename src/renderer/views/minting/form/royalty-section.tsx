import { Button, Checkbox } from '@mantine/core'
import type { RoyaltyDetails } from '#contract/mints/calls.ts'
import { royaltyText } from '#contract/royalty/royalty-text.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { ReceiverWarning } from '#renderer/views/receiver-warning.tsx'
import type { MintDraftForm } from './form-of.ts'

const words = text.minting.form

/** The royalty token comes first: by itself, or as the first transaction of this mint. */
export const RoyaltyMintSection = ({
  collectionRef,
  royalty,
  form,
}: {
  readonly collectionRef: CollectionRef
  /** Null: it cannot begin this mint. */
  readonly royalty: RoyaltyDetails['terms']
  readonly form: MintDraftForm
}) => {
  const { go } = useNavigation()
  return (
    <>
      <Note
        action={
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => go({ view: 'collection', ...collectionRef })}
          >
            {text.minting.mint.done.collection}
          </Button>
        }
      >
        <strong>{text.minting.royalty.first}.</strong>{' '}
        {royalty === null ? words.royaltyFirst : words.royaltyFirstOr}
      </Note>
      {royalty !== null && (
        <Sheet title={text.minting.kinds.royalty}>
          <Checkbox
            label={words.withRoyalty(royaltyText(royalty))}
            description={words.withRoyaltyHint}
            {...form.getInputProps('withRoyalty', { type: 'checkbox' })}
          />
          <ReceiverWarning role="royalty address" address={royalty.address} />
        </Sheet>
      )}
    </>
  )
}
