// The catalogue of the scripts: every sentence that they show of themselves, ready to be translated. Those of the pages stand
// in `src/says`.
// @ts-check

export const says = {
  // At a table.
  held: "❚❚ Held: go on",
  /** @param {number} count */
  newLines: (count) => `▼ ${count} new`,
  thinks: " thinks ",
  pauseFeed: "Pause feed",
  goOn: "Go on",
  /** @param {number} left @param {string} more */
  secondsLeft: (left, more) => `${left} seconds left.${more}`,
  moreTime: " More time can be had: the button +60 s.",
  connectedAgain: "Connected again.",
  nothingSent: "The server does not answer: nothing was sent. Try again.",
  noLink: "The server does not answer: no link was made. Try again.",
  save: "Save it (Markdown)",
  /** @param {string} title */
  yourTurnAt: (title) => `● Your turn · ${title}`,
  yourTurn: "It is your turn.",
  /** @param {string} title */
  knockAt: (title) => `● Knock, knock · ${title}`,
  knocked: "The table waits for you.",
  /** @param {number} left */
  led: (left) => `You go along in ${left} s.`,
  // Whatever is copied.
  copied: "Copied.",
  notCopied: "This browser does not let it be copied.",
  // Photos.
  /** @param {string} name */
  sending: (name) => `Sending ${name}`,
  ok: "OK",
  /** @param {string} name */
  notAdded: (name) => `OK, ${name} was not added`,
  /** @param {string} why */
  otherFormat: (why) => `${why}. On an iPhone: Settings, Camera, Formats, Most Compatible; or send a screenshot of it.`,
  /** @param {number} has @param {number} most */
  tooLarge: (has, most) => `it has ${has} MB, and may have ${most} at most: save it smaller, or as JPEG`,
  /** @param {number} status */
  refused: (status) => `it was refused (${status}): try again`,
  notSent: "the server does not answer: it was not sent. Try again",
  // A replay.
  /** @param {unknown} why */
  notLoaded: (why) => `This moment could not be loaded: ${why}`,
  noThought: "What they were thinking was not written down.",
  thoughtsLater: "That can be seen once it is over.",
  nobodyFollows: "The server does not answer: nobody can follow. Try again.",
  youLead: "You lead: whoever opens the link is where you are.",
  copyTheLink: "Copy the link",
  youFollow: "You follow whoever leads.",
  onYourOwn: "On your own.",
  followAgain: "Follow again",
  otherEyes: "Whoever leads looks through eyes that are not yours: you are on your own.",
  nobodyLeads: "Nobody leads any more: you are on your own.",
  /** @param {number} at @param {number} last */
  atOf: (at, last) => `${at} of ${last}`,
  pause: "❚❚ Pause",
  play: "▶ Play",
  /** @param {number} last */
  ofLast: (last) => `of ${last}`,
  thoughtsTell: "Thoughts tell every role. Show them?",
};
