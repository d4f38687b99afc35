import { Button } from '@mantine/core'
import { useState } from 'react'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { indentJson } from '#renderer/ui/indent-json.ts'
import { JsonText } from '#renderer/ui/json.tsx'
import styles from '../events.module.css'

const words = text.events.detail

/** The event as its service sent it, indented; the copy button copies the original text. */
export const RawEvent = ({ raw }: { readonly raw: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section>
      <h3 className={styles['part']}>{words.raw}</h3>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? words.rawHide : words.rawShow}
      </Button>
      {isOpen && (
        <div className={styles['raw']}>
          <JsonText written={indentJson(raw)} what={words.rawName} onCopy={() => copy(raw)} />
        </div>
      )}
    </section>
  )
}
