/** One thing that goes wrong during an import. Its number is its place in the list. */
export type Fault = {
  readonly what: string
  /** What Coldpress does then. */
  readonly reaction: string
}

export type FaultGroup = {
  readonly title: string
  readonly about: string
  readonly faults: readonly Fault[]
}

/** Tests name these faults by number in a comment, so a new fault goes to the end of the list. */
export const faultGroups: readonly FaultGroup[] = [
  {
    title: 'The journal',
    about:
      'The journal records each step of each row before and after it is taken. These are the moments at which a step can be lost.',
    faults: [
      {
        what: 'the program is killed while it writes a file',
        reaction: 'removes the temporary file when the store is next opened, and repeats the step',
      },
      {
        what: 'a stored file has no row in the index',
        reaction: 'hashes it again and adds the row',
      },
      {
        what: 'a row has no stored file, or a damaged one',
        reaction: 'makes the image again from its source',
      },
      {
        what: 'a source file is changed, deleted or swapped during the run',
        reaction: 'fails that row alone; the next run reads the file again',
      },
      {
        what: 'the disk is full',
        reaction: 'says so, leaves nothing half written, and keeps what is stored',
      },
      {
        what: 'an image crashes the decoder, or makes it hang',
        reaction:
          'starts the decoder again, repeats the others, and fails an image that brings it down twice',
      },
      {
        what: 'an image is sent to a pinning service, and the reply is lost',
        reaction: 'asks for the CID before it sends the image again',
      },
      {
        what: 'a pinning service answers 200 without a CID, or with another one',
        reaction: 'fails the image, and has the service drop the other content',
      },
      {
        what: 'an image is added and not pinned',
        reaction: 'counts it as unpinned and sends it again',
      },
      {
        what: 'a pin stays in the queue, fails, or is refused for a limit or a quota',
        reaction: 'waits as long as the service asks, tries again, then pauses the import',
      },
      { what: 'a key is revoked', reaction: 'pauses the import; no row has failed' },
      {
        what: 'tokens are sent to the minting service, and the reply is lost',
        reaction: 'reads the collection and sends only what it lacks',
      },
      { what: 'the minting service stores a part of a request', reaction: 'sends the rest' },
      {
        what: 'several rows have one file, one image or one asset name',
        reaction:
          'makes, stores and pins the file once; names each pair; refuses the name, and offers to remove a row only where it makes the same token',
      },
      {
        what: 'the image settings or the image library change between two runs',
        reaction: 'keeps tokens that exist; makes images of new rows with the new settings',
      },
      {
        what: 'two instances use one data folder',
        reaction: 'lets one of them run the import; the other names the process that has it',
      },
      {
        what: 'a pinning service loses a pin later',
        reaction: 'checks all pins once a day and pins again what is lost',
      },
    ],
  },
  {
    title: 'A hostile minting service',
    about:
      'Each test plays many imports against a service that changes its mood with every request. The user stops runs in between, and TLS fails for whole runs.',
    faults: [
      {
        what: 'the minting service answers each request in one of the moods below',
        reaction: 'ends with every token in the collection exactly once',
      },
    ],
  },
  {
    title: 'This computer',
    about: 'What the computer itself does to an import.',
    faults: [
      {
        what: 'the data folder is read-only, or the folder of images',
        reaction:
          'says so of the data folder, and keeps what is stored; never writes to the folder of images',
      },
      {
        what: 'the table is deleted during the run',
        reaction: 'goes on with what it read at the start',
      },
      { what: 'the app is started twice', reaction: 'shows the window that is open' },
      {
        what: 'an image file is damaged',
        reaction:
          'the check in the window and `--dry-run` find it in planning; an import that starts unchecked fails this image alone, and names it at its end',
      },
      {
        what: '1,000 of 50,000 rows are faulty',
        reaction: 'names exactly these in planning, and adds the others',
      },
      {
        what: 'the drive with the images no longer answers',
        reaction:
          'gives the read up after 20 seconds, pauses the import in words, can be cancelled meanwhile, and goes on once the drive is back',
      },
    ],
  },
]

/** Moods of the hostile minting service of the tests, and what the service does in them. */
export const serviceMoods: readonly (readonly [moods: readonly string[], does: string])[] = [
  [['drop_before', 'drop_after'], 'cuts the connection before or after it stores the tokens'],
  [['500_before', '500_after'], 'answers with an error of its own'],
  [
    ['html_before', 'html_after', 'html_200_after'],
    'answers with the page of a server in between, with status 502 or 200',
  ],
  [
    ['429', '429_by_clock'],
    'asks to wait some seconds, or until a time by a clock that is a day ahead',
  ],
  [['half_after'], 'sends half of its answer'],
  [['slow_after'], 'answers later than Coldpress waits'],
  [['part_stored'], 'stores half of the tokens'],
  [
    ['counts_too_few', 'counts_too_many', 'rows_twice'],
    'leaves rows out of its answer, adds one that nobody sent, or repeats each',
  ],
]
