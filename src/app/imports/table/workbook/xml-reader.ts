import sax from 'sax'
import { numberText } from '#values/text/format.ts'
import { workbookError, brokenWorkbook } from './workbook-error.ts'
import { workbookLimits } from './workbook-limits.ts'

/** The value of an attribute, whatever its prefix. */
export type AttributeOf = (name: string) => string | undefined

/** Names come without their prefixes. */
export type XmlHandlers = {
  readonly open?: (name: string, attributeOf: AttributeOf) => void
  readonly close?: (name: string) => void
  /** A part of the text; what belongs together may come in several. */
  readonly text?: (text: string) => void
}

export type XmlReader = {
  /** @throws ColdpressError `invalid` for XML that is broken or declares entities */
  readonly write: (text: string) => void
  /** @throws as write */
  readonly end: () => void
}

/** `&amp;` and the like alone: `strictEntities` is not in the package's types. */
const options = { strictEntities: true, position: false }

/**
 * Reads XML as it comes in. A document type is refused: it could declare entities that grow. What is
 * nested or has attributes without end is refused too: the parser keeps each open element, and all
 * attributes of one.
 */
export const createXmlReader = (part: string, { open, close, text }: XmlHandlers): XmlReader => {
  const parser = sax.parser(true, options)
  const refuse = (what: string): never => {
    throw workbookError(
      `is not read: its part ${part} ${what}, which no spreadsheet program writes. Save the table as CSV and try again.`,
      { rule: 'workbook_xml' },
    )
  }
  const refuseType = (): never => refuse('declares a document type')
  let depth = 0
  let attributes = 0
  const handlers: Partial<typeof parser> = {
    onerror: (error) => {
      const what = error.message.split('\n')[0] ?? ''
      throw brokenWorkbook(`its part ${part} is not well-formed XML (${what})`, error)
    },
    ondoctype: refuseType,
    onsgmldeclaration: refuseType,
    onopentagstart: () => {
      depth += 1
      attributes = 0
      if (depth > workbookLimits.depth)
        refuse(`nests more than ${numberText(workbookLimits.depth)} elements`)
    },
    onattribute: () => {
      attributes += 1
      if (attributes > workbookLimits.attributes)
        refuse(`has an element with more than ${numberText(workbookLimits.attributes)} attributes`)
    },
    onopentag: ({ name, attributes: given }) => {
      open?.(localName(name), (wanted) => attributeIn(given, wanted))
    },
    onclosetag: (name) => {
      depth -= 1
      close?.(localName(name))
    },
    ...(text === undefined ? {} : { ontext: text, oncdata: text }),
  }
  Object.assign(parser, handlers)
  return {
    write: (piece) => void parser.write(piece),
    end: () => void parser.close(),
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const attributeIn = (
  attributes: Readonly<Record<string, unknown>>,
  wanted: string,
): string | undefined => {
  for (const [name, value] of Object.entries(attributes))
    if (localName(name) === wanted && typeof value === 'string') return value
  return undefined
}
