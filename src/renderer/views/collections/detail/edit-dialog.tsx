import { Group, Radio, ScrollArea, Textarea, TextInput } from '@mantine/core'
import {
  type CollectionDetails,
  type CollectionEdit,
  collectionEdit,
} from '#contract/collections/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { notifyUndoable } from '#renderer/stores/undo.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { DraftDialog } from '../../frame/dialog-form.tsx'
import { useDraftForm } from '../../use-draft-form.ts'

const words = text.collections.detail.edit

/** What a creator says of a collection, as it stands in the form; what is empty is not said. */
type Draft = { name: string; description: string; url: string; creator: string; cover: string }

const draftOf = (collection: CollectionDetails): Draft => ({
  name: collection.name,
  description: collection.description ?? '',
  url: collection.url ?? '',
  creator: collection.creator ?? '',
  cover: collection.cover ?? '',
})

/** Only the Local studio keeps who made a collection, and its cover. */
const editOf = ({ name, creator, cover, ...about }: Draft, isLocal: boolean): CollectionEdit => ({
  name: name.trim(),
  description: about.description.trim() || null,
  url: about.url.trim() || null,
  ...(isLocal ? { creator: creator.trim() || null, cover: cover || null } : {}),
})

/** Edits what the chain does not fix of a collection. */
export const EditCollectionDialog = ({
  collectionRef,
  collection,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
  readonly onClose: () => void
}) => {
  const isLocal = useIsLocal(collectionRef.accountId)
  const form = useDraftForm({
    initial: draftOf(collection),
    schema: collectionEdit,
    inputOf: (draft) => editOf(draft, isLocal),
    submit: async (edit) => {
      const update = async (to: CollectionEdit) =>
        (await change('collections.update', { ...collectionRef, edit: to })).name
      notifyUndoable(words.saved(await update(edit)), async () =>
        words.undone(await update(editOf(draftOf(collection), isLocal))),
      )
      onClose()
    },
  })
  return (
    <DraftDialog form={form} title={words.title} submit={text.common.save} onClose={onClose}>
      <TextInput label={words.name} {...form.getInputProps('name')} data-autofocus />
      <Textarea
        label={words.description}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <TextInput label={words.website} type="url" {...form.getInputProps('url')} />
      {isLocal && (
        <>
          <TextInput
            label={words.creator}
            description={words.creatorHint}
            {...form.getInputProps('creator')}
          />
          <CoverChoice
            collectionRef={collectionRef}
            value={form.values.cover}
            onChange={(cover) => form.setFieldValue('cover', cover)}
          />
        </>
      )}
      <Note>{words.fixed}</Note>
    </DraftDialog>
  )
}

/** Images offered as a cover; more would take longer to look through than to import one. */
const mostCovers = 60

/** The images of the first tokens, one of which may be the cover. */
const CoverChoice = ({
  collectionRef,
  value,
  onChange,
}: {
  readonly collectionRef: CollectionRef
  readonly value: string
  readonly onChange: (cover: string) => void
}) => {
  const { tokens } = useTokens(collectionRef)
  const covers = new Map<string, string>()
  for (const { cid, name } of tokens.slice(0, mostCovers))
    if (cid !== null && !covers.has(cid)) covers.set(cid, name)
  return (
    <Radio.Group
      label={words.cover}
      description={words.coverHint}
      value={value}
      onChange={onChange}
    >
      <Radio mt="xs" value="" label={words.noCover} />
      <ScrollArea.Autosize mah={180} mt="xs">
        <Group gap="xs" p={4}>
          {[...covers].map(([cid, name]) => (
            <Radio.Card key={cid} value={`ipfs://${cid}`} aria-label={name} pos="relative" w={80}>
              <TokenImage cid={cid} alt="" size={96} isSmall />
              <Radio.Indicator pos="absolute" top={4} left={4} />
            </Radio.Card>
          ))}
        </Group>
      </ScrollArea.Autosize>
    </Radio.Group>
  )
}
