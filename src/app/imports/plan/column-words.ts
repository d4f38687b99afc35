import { headerKey } from '../table/shape-table.ts'
import { tokenColumns } from './column-target.ts'

/**
 * What a header can mean by its words: a token's field, what a name can be made of, or what says more
 * of a price.
 */
const meanings = [
  ...tokenColumns,
  'thumbnail',
  'number',
  'id',
  'currency',
  'sold',
  'status',
] as const
export type ColumnMeaning = (typeof meanings)[number]

type Language =
  | 'programs'
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
  | 'pt'
  | 'it'
  | 'ro'
  | 'cs'
  | 'pl'
  | 'nl'
  | 'zh'
  | 'ja'
  | 'ko'
  | 'ru'
  | 'sv'
  | 'da'
  | 'fi'
  | 'hu'
  | 'tr'
  | 'el'

type Words = Readonly<Partial<Record<Language, readonly string[]>>>

/**
 * The words that people and other programs head a column with; a field's own name too, for headers
 * that say more, such as `name_en`. The first of a list is the plainest: where several columns fit, one of that word needs no question.
 * Case, accents, blanks and dashes do not count.
 */
const columnWords: Readonly<Record<ColumnMeaning, Words>> = {
  asset_name: { programs: ['asset', 'token id'] },
  name: {
    programs: ['display name', 'token name', 'nft name', 'label'],
    en: [
      'title',
      'work title',
      'artwork title',
      'title of work',
      'artwork name',
      'name of work',
      'name',
    ],
    de: ['Titel', 'Werktitel', 'Bildtitel', 'Titel des Werks', 'Werkname', 'Bezeichnung'],
    fr: ['titre', 'nom', "titre de l'œuvre", "nom de l'œuvre", 'intitulé'],
    es: ['título', 'nombre', 'título de la obra', 'nombre de la obra'],
    pt: ['título', 'nome', 'título da obra', 'nome da obra'],
    it: ['titolo', 'nome', "titolo dell'opera", 'titolo opera', "nome dell'opera"],
    ro: ['titlu', 'titlul', 'nume', 'titlul lucrării', 'denumire'],
    cs: ['název', 'titul', 'název díla', 'jméno'],
    pl: ['tytuł', 'nazwa', 'tytuł pracy', 'tytuł dzieła'],
    nl: ['titel', 'naam', 'titel van het werk'],
    zh: ['标题', '標題', '名称', '名稱', '名字', '名', '题目', '作品名称', '作品名稱', '作品标题'],
    ja: ['タイトル', '題名', '作品名', '名前', '名称', '作品タイトル'],
    ko: ['제목', '이름', '작품명', '명칭', '타이틀'],
    ru: ['название', 'заголовок', 'наименование', 'имя', 'название работы', 'название картины'],
  },
  description: {
    programs: ['desc'],
    en: ['description'],
    de: ['Beschreibung'],
    es: ['descripción'],
    pt: ['descrição'],
    it: ['descrizione'],
    ro: ['descriere'],
    cs: ['popis'],
    pl: ['opis'],
    nl: ['beschrijving', 'omschrijving'],
    zh: ['描述', '说明', '說明'],
    ja: ['説明'],
    ko: ['설명'],
    ru: ['описание'],
  },
  media_type: { programs: ['mime type', 'mime'] },
  image: {
    programs: ['filename', 'file', 'image file', 'image name', 'image path', 'file path', 'img'],
    en: ['picture', 'artwork', 'photo', 'photograph', 'picture path', 'photo path'],
    de: ['Bild', 'Bilddatei', 'Datei', 'Dateiname', 'Foto', 'Abbildung', 'Bildname', 'Bildpfad'],
    fr: ['fichier', 'nom du fichier', 'photographie', 'fichier image', "nom de l'image", 'visuel'],
    es: ['imagen', 'foto', 'fotografía', 'archivo', 'nombre de archivo', 'nombre del archivo'],
    pt: ['imagem', 'foto', 'arquivo', 'ficheiro', 'nome do arquivo', 'nome do ficheiro'],
    it: ['immagine', 'foto', 'nome file', 'file immagine', 'fotografia'],
    ro: ['imagine', 'fișier', 'fișierul', 'fotografie', 'nume fișier', 'poză'],
    cs: ['obrázek', 'soubor', 'fotografie', 'název souboru', 'snímek'],
    pl: ['plik', 'zdjęcie', 'nazwa pliku', 'obrazek', 'fotografia'],
    nl: ['afbeelding', 'bestand', 'bestandsnaam', 'foto', 'plaatje'],
    zh: [
      '图片',
      '圖片',
      '图像',
      '圖像',
      '照片',
      '图片文件',
      '文件名',
      '文件',
      '檔名',
      '檔案',
      '图',
    ],
    ja: ['画像', '写真', 'ファイル', 'ファイル名', '画像ファイル', '画像名', '作品画像'],
    ko: ['이미지', '사진', '파일', '파일명', '파일 이름', '이미지 파일'],
    ru: ['изображение', 'картинка', 'фото', 'фотография', 'файл', 'имя файла', 'снимок'],
    sv: ['bild', 'bildfil', 'filnamn', 'foto'],
    da: ['billede', 'filnavn', 'foto'],
    fi: ['kuva', 'tiedosto', 'tiedostonimi', 'kuvatiedosto', 'valokuva'],
    hu: ['kép', 'fájl', 'fájlnév', 'fotó', 'fénykép', 'képfájl'],
    tr: ['görsel', 'resim', 'dosya', 'dosya adı', 'fotoğraf'],
    el: ['εικόνα', 'αρχείο', 'φωτογραφία', 'όνομα αρχείου'],
  },
  thumbnail: {
    programs: ['thumb', 'thumbs', 'min', 'mini', 'small'],
    en: ['thumbnail', 'thumbnails', 'preview', 'previews'],
    de: ['Vorschau', 'Vorschaubild', 'Miniatur', 'Miniaturbild'],
    fr: ['vignette', 'miniature', 'aperçu'],
    es: ['miniatura', 'vista previa'],
    pt: ['miniatura', 'pré-visualização'],
    it: ['miniatura', 'anteprima'],
    ro: ['miniatură', 'previzualizare'],
    cs: ['náhled', 'miniatura'],
    pl: ['miniatura', 'miniaturka', 'podgląd'],
    nl: ['miniatuur'],
    zh: ['缩略图', '縮圖', '縮略圖', '小图', '预览图'],
    ja: ['サムネイル', 'サムネール', '縮小画像'],
    ko: ['썸네일', '미리보기'],
    ru: ['миниатюра', 'превью'],
    sv: ['miniatyr', 'miniatyrbild', 'förhandsvisning'],
    da: ['miniaturebillede', 'forhåndsvisning'],
    fi: ['pikkukuva', 'esikatselu'],
    hu: ['bélyegkép', 'előnézet'],
    tr: ['küçük resim', 'önizleme'],
    el: ['μικρογραφία', 'προεπισκόπηση'],
  },
  price: {},
  number: {
    programs: ['edition'],
    en: ['number', 'no', 'num', '#', '№', 'index'],
    de: ['Nummer', 'Nr', 'lfd. Nr', 'laufende Nummer'],
    fr: ['numéro', 'n°', 'nº'],
    es: ['número', 'núm'],
    pt: ['número', 'n.º'],
    it: ['numero'],
    ro: ['număr', 'numărul', 'nr. crt'],
    cs: ['číslo', 'pořadové číslo', 'č'],
    pl: ['numer', 'lp'],
    nl: ['nummer', 'volgnummer'],
    zh: ['序号', '序號', '号码', '號碼'],
    ja: ['番号', '通し番号'],
    ko: ['번호', '순번'],
    ru: ['номер', '№ п/п'],
  },
  id: {
    programs: ['token id', 'sku', 'handle'],
    en: ['id', 'identifier', 'code', 'inventory number', 'inventory no', 'catalogue number', 'ref'],
    de: ['Kennung', 'Inventarnummer', 'Inventar-Nr', 'Inv.-Nr', 'Werknummer', 'Katalognummer'],
    fr: ['identifiant', "numéro d'inventaire", "n° d'inventaire", 'référence', 'réf'],
    es: ['identificador', 'código', 'número de inventario', 'referencia'],
    pt: ['identificador', 'código', 'número de inventário', 'referência'],
    it: ['identificativo', 'codice', 'numero di inventario', 'numero inventario'],
    ro: ['identificator', 'cod', 'număr de inventar', 'nr. inventar'],
    cs: ['identifikátor', 'kód', 'inventární číslo', 'inv. č'],
    pl: ['identyfikator', 'kod', 'numer inwentarzowy', 'nr inw'],
    nl: ['kenmerk', 'inventarisnummer', 'code'],
    zh: ['编号', '編號', '标识', '藏品编号'],
    ja: ['管理番号', '作品番号', '識別子'],
    ko: ['식별자', '관리번호', '작품번호'],
    ru: ['идентификатор', 'код', 'инвентарный номер', 'инв. номер', 'артикул'],
  },
  currency: {
    en: ['currency', 'currency code'],
    de: ['Währung', 'Waehrung'],
    fr: ['devise'],
    es: ['moneda'],
    pt: ['moeda'],
    it: ['valuta'],
    ro: ['monedă', 'valută'],
    cs: ['měna', 'mena'],
    pl: ['waluta'],
    zh: ['货币', '貨幣'],
    ja: ['通貨'],
    ko: ['통화'],
    ru: ['валюта'],
    hu: ['pénznem'],
  },
  sold: {
    en: ['sold', 'is sold', 'sold to'],
    de: ['verkauft'],
    fr: ['vendu', 'vendue', 'vendus'],
    es: ['vendido', 'vendida'],
    it: ['venduto', 'venduta'],
    cs: ['prodáno', 'prodano'],
    pl: ['sprzedane', 'sprzedany'],
    nl: ['verkocht'],
    ja: ['売約', '売却済'],
    zh: ['已售'],
    ko: ['판매됨'],
    ru: ['продано'],
    sv: ['såld'],
    da: ['solgt'],
    fi: ['myyty'],
    hu: ['eladva'],
    ro: ['vândut'],
    tr: ['satıldı'],
    el: ['πουλήθηκε'],
  },
  status: { en: ['status', 'availability', 'state'] },
}

/**
 * A header as words are compared: without case, accents, blanks and punctuation, and without what
 * says that the column is an attribute.
 */
export const wordKey = (header: string): string =>
  headerKey(header)
    .replace(/^(?:attributes|attribute|traits|trait)(?=[[|:])/u, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|[\s_\-–<>[\]()|:.,;'’/]/gu, '')
    .replaceAll('ł', 'l')

type Ranked = { readonly meaning: ColumnMeaning; readonly isPlainest: boolean }

/** Codes and names, in their own language and in others, as headers have them behind a word. */
const languageWords =
  'en eng english englisch anglais inglés inglese engels de ger deu german deutsch allemand alemán tedesco duits fr fra french französisch français francés francese frans es spa spanish spanisch espagnol español spagnolo it ita italian italienisch italien italiano pt portuguese português ro romanian română cs cz czech česky pl polish polski nl dutch nederlands zh cn chinese 中文 ja jp japanese 日本語 ko kr korean 한국어 ru russian русский sv da fi hu tr el original'

const languages: ReadonlySet<string> = new Set(languageWords.split(' ').map(wordKey))

const byKey: ReadonlyMap<string, readonly Ranked[]> = (() => {
  const found = new Map<string, Ranked[]>()
  for (const meaning of meanings)
    for (const words of Object.values(columnWords[meaning]))
      for (const [at, word] of words.entries()) {
        const key = wordKey(word)
        found.set(key, [...(found.get(key) ?? []), { meaning, isPlainest: at === 0 }])
      }
  return found
})()

/** What a header says beside its language: `Titel (englisch)`, `title_en`, `English title`. */
const withoutLanguage = (header: string): string | undefined => {
  const parts = header.split(/[\s_\-–()[\]:.]+/u).filter((part) => part !== '')
  const isLanguage = (part = ''): boolean => languages.has(wordKey(part))
  if (isLanguage(parts.at(-1))) return parts.slice(0, -1).join(' ')
  return isLanguage(parts[0]) ? parts.slice(1).join(' ') : undefined
}

/** Whether a header says its language. */
export const isInALanguage = (header: string): boolean => withoutLanguage(header) !== undefined

/** The words of a header that says the same in several languages, or in which one it is. */
const wordsOf = (header: string): readonly string[] =>
  byKey.has(wordKey(header))
    ? [header]
    : header.split(/[/|]/u).map((word) => withoutLanguage(word) ?? word)

/** Whether a word of the table says that a header means this: `Titel`, `Title / Titre`, `title_en`. */
export const isWordFor = (header: string, meaning: ColumnMeaning): boolean =>
  wordsOf(header).every(
    (word) => byKey.get(wordKey(word))?.some((entry) => entry.meaning === meaning) ?? false,
  )

/** Whether it does with the plainest word of a language: `title`, and not `artwork title`. */
export const isPlainestWord = (header: string, meaning: ColumnMeaning): boolean =>
  byKey.get(wordKey(header))?.some((entry) => entry.meaning === meaning && entry.isPlainest) ??
  false

/** The words for a smaller copy of an image, in all languages. */
export const thumbnailWords: readonly string[] = Object.values(columnWords.thumbnail).flat()
