import { Button, Stack, TextInput } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { templateFields, useNewCollection } from '#renderer/stores/new-collection.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from '../new-collection.module.css'
import { AttributeEditor } from './attribute-editor.tsx'
import type { FieldOf } from './field.ts'

const words = text.collections.new

export const TemplateSection = ({ fieldOf }: { readonly fieldOf: FieldOf }) => {
  const { draft, change } = useNewCollection()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const fields = templateFields.map((field) => ({ field, state: fieldOf(`metadata.${field}`) }))
  // An error must not hide behind a closed door.
  const isShown = isOpen || fields.some(({ state }) => state.error !== undefined)
  return (
    <Sheet title={words.template}>
      <p className={styles['lead']}>{words.templateText}</p>
      <AttributeEditor fieldOf={fieldOf} />
      <Button
        className={styles['more'] ?? ''}
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
        <p className={styles['lead']}>{words.moreHint}</p>
        <Stack gap="sm">
          {fields.map(({ field, state }) => (
            <TextInput
              key={field}
              label={words.fields[field]}
              value={draft.fields[field]}
              onChange={(event) =>
                change({ fields: { ...draft.fields, [field]: event.currentTarget.value } })
              }
              {...state}
              autoComplete="off"
            />
          ))}
        </Stack>
      </div>
    </Sheet>
  )
}
