"""What goes over the wire: messages of the socket, bodies of the HTTP interface, and what is generated from them."""
