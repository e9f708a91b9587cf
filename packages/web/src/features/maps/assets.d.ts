// Files that are shipped beside the program, known by their address.
declare module '*?url' {
  const address: string;
  export default address;
}
