import { ActionIcon, Box, Button, Stack, TextInput, Tooltip } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type TokenEdit, tokenEdit, type TokenView } from '#contract/collections/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { showUpdatedToken } from '#renderer/data/tokens.ts'
import { notifyUndoable } from '#renderer/stores/undo.ts'
import { text } from '#renderer/text/en.ts'
import { DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import styles from '../collection.module.css'
import {
  draftOf,
  editOf,
  tokenErrorsOf,
  tokenFieldNamed,
  type TokenDraftForm,
} from './token-form.ts'

const words = text.collections.token.edit

/** Edits a token before it is minted. */
export const TokenEditor = ({
  collectionRef: { accountId, collectionId },
  token,
  onEnd,
}: {
  readonly collectionRef: CollectionRef
  readonly token: TokenView
  readonly onEnd: () => void
}) => {
  const form = useDraftForm({
    initial: draftOf(token),
    schema: tokenEdit,
    inputOf: editOf,
    errorsOf: tokenErrorsOf,
    fieldNamed: tokenFieldNamed,
    submit: async (edit) => {
      const collectionRef = { accountId, collectionId }
      const update = async (to: TokenEdit) => {
        const changed = await change('tokens.update', {
          ...collectionRef,
          tokenId: token.id,
          edit: to,
        })
        showUpdatedToken(collectionRef, changed)
        return changed.name
      }
      notifyUndoable(words.saved(await update(edit)), async () =>
        words.undone(await update(editOf(draftOf(token)))),
      )
      onEnd()
    },
  })
  return (
    <form {...form.element}>
      <Stack gap="md">
        <TextInput label={words.name} {...form.getInputProps('name')} autoFocus />
        <TextInput
          label={words.assetName}
          description={words.assetNameHint}
          {...form.getInputProps('asset_name')}
        />
        <TextInput label={words.description} {...form.getInputProps('description')} />
        {form.values.tags.map(({ tag, name }, index) => (
          <TextInput key={tag} label={name} {...form.getInputProps(`tags.${index}.value`)} />
        ))}
        <CustomAttributes form={form} />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <DialogButtons>
          <Button variant="default" onClick={onEnd}>
            {text.common.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {text.common.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

/** The attributes that this token has beside the collection's. */
const CustomAttributes = ({ form }: { readonly form: TokenDraftForm }) => {
  const rows = form.values.custom
  const add = () =>
    form.insertListItem('custom', {
      id: Math.max(-1, ...rows.map(({ id }) => id)) + 1,
      name: '',
      value: '',
    })
  return (
    <fieldset className={ui['tight']}>
      <Box component="legend" mb={4} fz="sm" fw={500}>
        {words.custom}
      </Box>
      {rows.map(({ id }, index) => {
        const { error } = form.getInputProps(`custom.${index}`)
        return (
          <div key={id}>
            <div className={styles['customRow']}>
              <TextInput
                aria-label={words.customName(index + 1)}
                placeholder={text.collections.new.attributeName}
                {...form.getInputProps(`custom.${index}.name`)}
                error={error !== undefined}
              />
              <TextInput
                aria-label={words.customValue(index + 1)}
                placeholder={text.collections.new.attributeText}
                {...form.getInputProps(`custom.${index}.value`)}
                error={error !== undefined}
              />
              <Tooltip label={words.removeCustom(index + 1)}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={words.removeCustom(index + 1)}
                  onClick={() => form.removeListItem('custom', index)}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </div>
            {error !== undefined && (
              <p className={ui['fieldError']} role="alert">
                {error}
              </p>
            )}
          </div>
        )
      })}
      <div>
        <IconButton size="compact-sm" icon={Plus} iconSize={14} onClick={add}>
          {text.collections.new.addAttribute}
        </IconButton>
      </div>
      {rows.length === 0 && <p className={ui['soft']}>{words.noCustom}</p>}
    </fieldset>
  )
}
