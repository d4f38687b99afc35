import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { JsonText } from '#renderer/ui/json.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.detail

/** The event as its service sent it, indented; the copy button copies the original text. */
export const RawEvent = ({ raw }: { readonly raw: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section>
      <h3 className={ui['heading']}>{words.raw}</h3>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? words.rawHide : words.rawShow}
      </Button>
      {isOpen && (
        <Box mt="sm">
          <JsonText written={indentJson(raw)} what={words.rawName} onCopy={() => copy(raw)} />
        </Box>
      )}
    </section>
  )
}

/**
 * Indents JSON without changing its values: parsing and writing it again would round numbers and
 * drop repeated fields. Other text keeps its characters too.
 */
export const indentJson = (json: string): string => {
  let [depth, out] = [0, '']
  const newLine = (): string => `\n${'  '.repeat(Math.max(0, depth))}`
  for (const token of json.match(tokens) ?? []) {
    if (/^\s/u.test(token)) continue
    if (token === '{' || token === '[') {
      depth += 1
      out += token + newLine()
    } else if (token === '}' || token === ']') {
      depth -= 1
      // an empty one stays on one line
      out = /[[{]\s*$/u.test(out) ? out.trimEnd() + token : out + newLine() + token
    } else if (token === ',') out += token + newLine()
    else out += token === ':' ? ': ' : token
  }
  return out
}

/** A string, a sign, blanks, or other text. An unterminated string extends to the end. */
const tokens = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\],:]|\s+|[^\s"{}[\],:]+/gu
