declare module 'node-red-5' {
  import nodeRed from 'node-red';
  export = nodeRed;
}
