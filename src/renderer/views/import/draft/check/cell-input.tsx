import { useRef, useState } from 'react'
import styles from './rows.module.css'

/** An open cell: Enter or leaving it saves, Escape cancels. */
export const CellInput = ({
  label,
  value,
  onSave,
  onCancel,
}: {
  readonly label: string
  readonly value: string
  readonly onSave: (value: string) => void
  readonly onCancel: () => void
}) => {
  const [typed, setTyped] = useState(value)
  const isDone = useRef(false)
  const end = (act: () => void) => {
    // Removing a focused field blurs it once more.
    if (isDone.current) return
    isDone.current = true
    act()
  }
  return (
    <input
      className={styles['cellInput']}
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') {
          event.preventDefault()
          end(() => onSave(typed))
        } else if (event.key === 'Escape') end(onCancel)
      }}
      onBlur={() => end(() => (typed === value ? onCancel() : onSave(typed)))}
      autoComplete="off"
      spellCheck={false}
      // The user has just opened this field.
      autoFocus
    />
  )
}
