import sax from 'sax'

/**
 * The first address that a page (HTML) or a drawing (SVG) loads and that is not in the file itself:
 * another file, or the web. Links that a person follows are none. What a program puts together while
 * it runs is not seen.
 */
export const loadOfPage = (text: string): string | undefined => {
  const found: string[] = []
  const reader = readerOf((addresses) => {
    const outside = addresses.find(isOutside)
    if (outside !== undefined) found.push(outside)
  })
  for (let at = 0; at < text.length && found.length === 0; at += pieceChars)
    reader.write(text.slice(at, at + pieceChars))
  if (found.length === 0) reader.close()
  return found[0]?.trim().slice(0, longestAddress)
}

/** Enough for a person to find it in the file. */
const longestAddress = 200

/** The rest of a file is not read once something was found. */
const pieceChars = 64 * 1024

const isOutside = (address: string): boolean =>
  !/^\s*(?:$|#|data:|blob:|about:|javascript:)/iu.test(address)

/** Reads HTML as it comes, whatever its errors. */
const readerOf = (onLoads: (addresses: readonly string[]) => void) => {
  const parser = sax.parser(false, { lowercase: true, position: false })
  let inStyle = false
  let scriptType = ''
  const onStyle = (css: string): void => {
    if (inStyle) onLoads(loadsOfStyle(css))
  }
  const handlers: Partial<typeof parser> = {
    onerror: () => void parser.resume(),
    onopentag: (opened) => {
      const { name, attributes } = opened
      const tag = localName(name)
      const values = valuesOf(attributes)
      inStyle = tag === 'style'
      scriptType = values.get('type') ?? ''
      onLoads(loadsOfTag(tag, values))
      // the library looks through all open tags at each closing one: in a hostile file, for hours
      Object.assign(parser, { tags: [opened] })
    },
    onclosetag: () => {
      inStyle = false
    },
    ontext: onStyle,
    oncdata: onStyle,
    onscript: (script) => onLoads(loadsOfScript(script, scriptType)),
    // XML Stylesheet 1.0: SVG alone has it
    onprocessinginstruction: ({ name, body }) => {
      if (name === 'xml-stylesheet') onLoads(findAddresses(body, /\bhref=["']([^"']+)/gu))
    },
  }
  return Object.assign(parser, handlers)
}

type Values = ReadonlyMap<string, string>

/** `xlink:href` and `href` mean the same. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const valuesOf = (attributes: Readonly<Record<string, unknown>>): Values =>
  new Map(Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]))

const loadsOfTag = (tag: string, values: Values): readonly string[] =>
  [...values].flatMap(([name, value]) => loadsOfAttribute(tag, name, value, values))

/** Those of SVG that may name a drawing of another file. */
const styled: ReadonlySet<string> = new Set([
  'style',
  'fill',
  'stroke',
  'filter',
  'mask',
  'clip-path',
  'marker-start',
  'marker-mid',
  'marker-end',
  'cursor',
])

const loadsOfAttribute = (
  tag: string,
  name: string,
  value: string,
  values: Values,
): readonly string[] => {
  if (styled.has(name)) return loadsOfStyle(value)
  switch (name) {
    case 'src':
    case 'poster':
      return [value]
    case 'srcset':
      return findAddresses(value, /(?:^|,)\s*([^\s,]\S*)/gu)
    case 'data':
      return tag === 'object' ? [value] : []
    case 'href':
      return isFollowed(tag, values) ? [] : [value]
    case 'content':
      return values.get('http-equiv')?.toLowerCase() === 'refresh'
        ? findAddresses(value, /\burl=\s*(\S+)/giu)
        : []
    default:
      return []
  }
}

/** Whether an `href` is there for people and search engines. Every other one is loaded, as SVG's are. */
const isFollowed = (tag: string, values: Values): boolean =>
  ['a', 'area', 'base'].includes(tag) ||
  (tag === 'link' && !/\b(?:stylesheet|preload|modulepreload)\b/iu.test(values.get('rel') ?? ''))

/** CSS: a namespace is a name, and loads nothing. */
const loadsOfStyle = (css: string): readonly string[] =>
  findAddresses(
    css.replaceAll(/\/\*[^]*?(?:\*\/|$)|@namespace[^;]*/giu, ''),
    /(?:\burl\(\s*["']?|@import\s+["'])([^"')\s][^"')\s]{0,200})/giu,
  )

const loadsOfScript = (script: string, type: string): readonly string[] => {
  if (type === 'importmap')
    return findAddresses(script, /:\s*"((?:https?:|\.{0,2}\/)[^"\s]{1,200})/gu)
  if (!/^(?:module|text\/babel|.*(?:java|ecma)script.*)?$/iu.test(type)) return []
  const patterns = [...(type === 'module' ? [imported] : []), importedLater, loadedByScript]
  return patterns.flatMap((pattern) => findAddresses(script, pattern))
}

/**
 * A bare name, such as `three`, is what an import map says, or nothing. Spaces are bounded: the text
 * may be hostile.
 */
const imported = /\b(?:import|from)\s{0,9}["']((?:https?:|\.{0,2}\/)[^"'\s]{1,200})/gu
const importedLater = /\bimport\(\s{0,9}["'`]((?:https?:|\.{0,2}\/)[^"'`\s]{1,200})/gu

const loadedByScript =
  /(?:\b(?:fetch|importScripts|Worker)\(\s{0,9}|\.src\s{0,9}=\s{0,9})["'`](?!\$\{)([^"'`]{1,200})/gu

/** What the group of a pattern holds, wherever it matches. */
const findAddresses = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([, address = '']) => address)
