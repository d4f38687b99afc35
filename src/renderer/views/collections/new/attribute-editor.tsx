import { VisuallyHidden } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { text } from '#renderer/text/en.ts'
import styles from '../new-collection.module.css'
import { AttributeFields } from './attribute-fields.tsx'
import { newAttribute } from './attributes.ts'
import type { AttributeRow, CollectionDraftForm } from './draft.ts'
import { attributePath } from './form-errors.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.collections.new

/** The element to focus after the rows are rendered again. */
type Target = { readonly id: number; readonly part: 'name' | 'up' | 'down' } | 'add'

/** The attributes of the template as rows that can be moved, each with a name and a text. */
export const AttributeEditor = ({ form }: { readonly form: CollectionDraftForm }) => {
  const [said, setSaid] = useState('')
  const target = useRef<Target>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const rows = form.values.attributes
  useEffect(() => {
    const wanted = target.current
    target.current = undefined
    if (wanted === undefined) return
    const selector =
      wanted === 'add'
        ? '[data-part="add"]'
        : `[data-row="${wanted.id}"] [data-part="${wanted.part}"]`
    const element = list.current?.querySelector<HTMLElement>(selector)
    element?.focus()
  }, [rows])

  const nameOf = ({ name }: AttributeRow, index: number) =>
    name === '' ? words.attributeAt(index + 1) : name
  const move = (row: AttributeRow, index: number, by: -1 | 1) => {
    const position = index + by
    // At the end of the list the pressed button becomes unavailable.
    const part =
      position === 0 ? 'down' : position === rows.length - 1 ? 'up' : by < 0 ? 'up' : 'down'
    target.current = { id: row.id, part }
    form.reorderListItem('attributes', { from: index, to: position })
    setSaid(words.moved(nameOf(row, index), position + 1, rows.length))
  }
  const remove = (index: number) => {
    const next = rows[index + 1] ?? rows[index - 1]
    target.current = next === undefined ? 'add' : { id: next.id, part: 'name' }
    form.removeListItem('attributes', index)
  }
  const add = () => {
    const row = newAttribute(rows)
    target.current = { id: row.id, part: 'name' }
    form.insertListItem('attributes', row)
  }
  return (
    <div ref={list} className={ui['tight']}>
      {rows.length === 0 && <p className={ui['soft']}>{words.noAttributes}</p>}
      {rows.length > 0 && (
        <div className={styles['attributeHead']} aria-hidden="true">
          <span>{words.attributeName}</span>
          <span>{words.attributeText}</span>
        </div>
      )}
      {rows.map((row, index) => (
        <AttributeFields
          key={row.id}
          row={row}
          position={index + 1}
          name={nameOf(row, index)}
          isLast={index === rows.length - 1}
          error={form.errors[attributePath(index)]}
          onBlur={() => void form.validateField(attributePath(index))}
          onChange={(part) => form.setFieldValue(attributePath(index), { ...row, ...part })}
          onMove={(by) => move(row, index, by)}
          onRemove={() => remove(index)}
        />
      ))}
      <div>
        <IconButton icon={Plus} onClick={add} data-part="add">
          {words.addAttribute}
        </IconButton>
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}
