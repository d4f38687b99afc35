import { Button, VisuallyHidden } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type AttributeRow, useNewCollection } from '#renderer/stores/new-collection.ts'
import { text } from '#renderer/text/en.ts'
import styles from '../new-collection.module.css'
import { AttributeFields } from './attribute-fields.tsx'
import { added, changed, moved } from './attributes.ts'
import { attributeField } from './form-errors.ts'
import type { FieldOf } from './field.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.new

/** What must have the focus once the rows are drawn again. */
type Target = { readonly id: number; readonly part: 'name' | 'up' | 'down' } | 'add'

/** The attributes of the template as rows that can be moved, each with a name and a text. */
export const AttributeEditor = ({ fieldOf }: { readonly fieldOf: FieldOf }) => {
  const { draft, change } = useNewCollection()
  const [said, setSaid] = useState('')
  const target = useRef<Target>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const rows = draft.attributes
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

  const set = (attributes: readonly AttributeRow[], focus: Target | undefined) => {
    target.current = focus
    change({ attributes })
  }
  const nameOf = ({ name }: AttributeRow, index: number) =>
    name === '' ? words.attributeAt(index + 1) : name
  const move = (row: AttributeRow, index: number, by: -1 | 1) => {
    const next = moved(rows, index, by)
    const position = next.indexOf(row)
    // At the end of the list the button that was pressed can be pressed no more.
    const part =
      position === 0 ? 'down' : position === next.length - 1 ? 'up' : by < 0 ? 'up' : 'down'
    set(next, { id: row.id, part })
    setSaid(words.moved(nameOf(row, index), position + 1, next.length))
  }
  const remove = (row: AttributeRow, index: number) => {
    const left = rows.filter(({ id }) => id !== row.id)
    const next = left[Math.min(index, left.length - 1)]
    set(left, next === undefined ? 'add' : { id: next.id, part: 'name' })
  }
  const add = () => {
    const next = added(rows)
    const last = next.at(-1)
    set(next, last === undefined ? undefined : { id: last.id, part: 'name' })
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
          field={fieldOf(attributeField(row.id))}
          onChange={(part) => change({ attributes: changed(rows, row.id, part) })}
          onMove={(by) => move(row, index, by)}
          onRemove={() => remove(row, index)}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={add}
          data-part="add"
        >
          {words.addAttribute}
        </Button>
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}
