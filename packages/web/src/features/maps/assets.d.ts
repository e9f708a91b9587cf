// Asset files imported by URL.
declare module '*?url' {
  const address: string;
  export default address;
}
