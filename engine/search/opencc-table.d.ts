/** OpenCC's table of traditional characters, "雙 双|還 还 環". The package has no type for it. */
declare module 'opencc-js/dict/TSCharacters' {
  const table: string;
  export default table;
}
