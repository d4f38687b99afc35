import { Button, Stack, TextInput } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { tokenFields } from '#contract/collections/collection.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { AttributeEditor } from './attribute-editor.tsx'
import type { CollectionDraftForm } from './draft.ts'

const words = text.collections.new

/** What of every token goes on chain. */
export const TemplateFields = ({ form }: { readonly form: CollectionDraftForm }) => {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  // An error must not be hidden in a closed section.
  const isShown = isOpen || tokenFields.some((field) => `metadata.${field}` in form.errors)
  return (
    <>
      <p className={ui['lead']}>{words.templateText}</p>
      <AttributeEditor form={form} />
      <Button
        mt="md"
        mb="sm"
        variant="subtle"
        size="compact-sm"
        leftSection={
          isShown ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />
        }
        aria-expanded={isShown}
        aria-controls={panel}
        onClick={() => setOpen(!isShown)}
      >
        {words.more}
      </Button>
      <div id={panel} hidden={!isShown}>
        <p className={ui['lead']}>{words.moreHint}</p>
        <Stack gap="sm">
          {Object.entries(words.fields).map(([field, label]) => (
            <TextInput key={field} label={label} {...form.getInputProps(`metadata.${field}`)} />
          ))}
        </Stack>
      </div>
    </>
  )
}
